package sweep

import (
	"errors"
	"fmt"
)

// Shard is a part of a sweep: the points k with k mod Count = Number. The zero value is all.
type Shard struct {
	Number, Count int64 // Number counts from 0; Count 0: there is one part
}

// ParseShard reads NUMBER/COUNT, or the word mpi, for which the variables of the environment that
// Open MPI, MPICH, PMIx and Slurm give to ranks say the numbers; look is os.LookupEnv.
func ParseShard(text string, look func(name string) (string, bool)) (s Shard, err error) {
	if text == "mpi" {
		for _, pair := range [][2]string{{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMI_RANK", "PMI_SIZE"}, {"SLURM_PROCID", "SLURM_NTASKS"}} {
			rank, has := look(pair[0])
			if size, also := look(pair[1]); has && also {
				return ParseShard(rank+"/"+size, look)
			}
		}
		return s, errors.New("mpi: no variable holds a rank (OMPI_COMM_WORLD_RANK, PMI_RANK or SLURM_PROCID); start it with mpirun or srun")
	}
	var rest string
	if n, _ := fmt.Sscanf(text+" ", "%d/%d%s", &s.Number, &s.Count, &rest); n != 2 || s.Count < 1 {
		return s, fmt.Errorf("%q is no shard; write NUMBER/COUNT, such as 0/4, or mpi", shortened(text))
	}
	if s.Count > mostRuns {
		return s, fmt.Errorf("%s: no sweep has more than %d points; give at most as many shards", shortened(text), mostRuns)
	}
	if s.Number < 0 || s.Number >= s.Count {
		return s, fmt.Errorf("%s: shards are counted from 0; the last of %d is %d/%d", shortened(text), s.Count, s.Count-1, s.Count)
	}
	return s, nil
}

// Has reports whether a point belongs to the shard.
func (s Shard) Has(run int64) bool { return s.Count < 2 || run%s.Count == s.Number }

// points returns the number of points of the shard in a sweep with the given number.
func (s Shard) points(of int64) int64 {
	if s.Count < 2 {
		return of
	}
	return max(0, (of-s.Number+s.Count-1)/s.Count)
}

// point is point k of the shard.
func (s Shard) point(k int64) int64 {
	if s.Count < 2 {
		return k
	}
	return s.Number + k*s.Count
}
