//! Runs: the bytes of their files, whatever happens while they are played, and what reads them.

mod campaigns;
mod class_queue;
mod cluster;
pub(crate) mod columns;
mod damage;
mod disk;
mod follower;
mod golden;
mod joined_report;
mod live_status;
mod lost_parts;
mod mutations;
mod open_tables;
mod parquet;
mod parquet_parts;
mod parts;
mod ratings;
mod replay;
mod report_page;
mod reproducibility;
mod run_folders;
mod selected_games;
mod staged_schedules;
mod table_batch;
