/** Plans, schedules, trainers, checkpoints, and the record of a run. This package is the only way into private training. */
package dpgnn.train;
