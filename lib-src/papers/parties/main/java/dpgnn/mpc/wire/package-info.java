/** Messages between parties: frames, handshake, TLS, certificates, faults, traffic. */
package dpgnn.mpc.wire;
