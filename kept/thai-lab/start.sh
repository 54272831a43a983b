cd /work/wt/m4; export PYTHONPATH=$PWD:$PWD/device:$PWD/hall:$PWD/studio OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 TMPDIR=/dev/shm
nice -n 10 .venv-studio/bin/python -P /tmp/m4lab/worker.py > /tmp/m4lab/stdout 2>&1 & echo $! > /tmp/m4lab/pid
