/** Parties as processes of their own: command line, configuration, a holder's files, private set intersection. */
package dpgnn.mpc.process;
