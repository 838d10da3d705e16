/** The only door to private training: plan, schedule, trainers, checkpoints, and the record of a run. */
package dpgnn.train;
