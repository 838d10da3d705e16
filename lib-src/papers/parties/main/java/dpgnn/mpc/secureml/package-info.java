/** The baseline that computes the whole network on shares, after SecureML. */
package dpgnn.mpc.secureml;
