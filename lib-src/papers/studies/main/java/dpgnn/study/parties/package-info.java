/** The experiments of PPGNN among data holders. */
package dpgnn.study.parties;
