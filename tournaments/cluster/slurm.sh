#!/bin/sh
#SBATCH --job-name=lettergame
#SBATCH --array=0-63
#SBATCH --cpus-per-task=2
#SBATCH --mem=1G
#SBATCH --time=01:00:00
#SBATCH --requeue
#SBATCH --signal=B:USR1@120
#SBATCH --output=lettergame-%A_%a.log
#SBATCH --open-mode=append
#
# A tournament as an array of 64 jobs:
#
#     id=$(sbatch --parsable slurm.sh CONFIG RESULTS)
#     sbatch --dependency=afterok:$id --output=merge-%j.log --wrap 'lettergame merge RESULTS/part-* --out RESULTS/whole'
#
# CONFIG names a seed; RESULTS is a folder that all nodes share. Another number of jobs: change 0-63 above and PARTS
# below. Two minutes before its time is up, a job saves its games and queues itself again; a job that was killed goes on
# where it was when Slurm, or you, start it again: sbatch --array=3,17 slurm.sh CONFIG RESULTS. A part whose games are
# all played ends with 0, even if programs failed in them, so that afterok lets the merge run, which says so.
# Logs are in the folder of the call: sbatch --output=logs/%A_%a.log puts them elsewhere.
set -eu
PARTS=64
config=${1:?the config is missing: sbatch slurm.sh CONFIG RESULTS}
results=${2:?the folder of the results is missing: sbatch slurm.sh CONFIG RESULTS}
mkdir -p "$results"

stop() {
    kill -INT "$pid"
    wait "$pid" || true
}
trap 'stop; scontrol requeue "$SLURM_JOB_ID"; exit 0' USR1
trap 'stop; exit 143' TERM

"${LETTERGAME:-lettergame}" tournament "$config" --shard "array/$PARTS" --continue --quiet --progress json \
    --out "$results/part-$SLURM_ARRAY_TASK_ID" --threads "${SLURM_CPUS_PER_TASK:-1}" &
pid=$!
wait "$pid"
