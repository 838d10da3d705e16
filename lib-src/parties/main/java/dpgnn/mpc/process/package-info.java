/** Parties as separate processes: command line, configuration, a holder's files, private set intersection. */
package dpgnn.mpc.process;
