/** Attacks on real units of trainings with and without privacy: what is found, beside what is proved. */
package dpgnn.study.attacks;
