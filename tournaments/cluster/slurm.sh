#!/bin/sh
#SBATCH --job-name=lettergame
#SBATCH --array=0-63
#SBATCH --cpus-per-task=2
#SBATCH --mem=1G
#SBATCH --time=01:00:00
#SBATCH --requeue
#
# A tournament as an array of 64 jobs:
#
#     id=$(sbatch --parsable slurm.sh CONFIG RESULTS)
#     sbatch --dependency=afterok:$id --wrap 'lettergame merge RESULTS/part-* --out RESULTS/whole'
#
# CONFIG names a seed; RESULTS is a folder that all nodes share. Another number of jobs: change 0-63 above
# and PARTS below. A job that was killed goes on where it was when Slurm, or you, start it again:
# sbatch --array=3,17 slurm.sh CONFIG RESULTS. A part whose games are all played ends with 0, even if programs
# failed in them, so that afterok lets the merge run.
set -eu
PARTS=64
config=${1:?the config is missing: sbatch slurm.sh CONFIG RESULTS}
results=${2:?the folder of the results is missing: sbatch slurm.sh CONFIG RESULTS}
mkdir -p "$results"
exec "${LETTERGAME:-lettergame}" tournament "$config" --shard "array/$PARTS" --continue --exit-zero --quiet \
    --out "$results/part-$SLURM_ARRAY_TASK_ID" --threads "${SLURM_CPUS_PER_TASK:-1}"
