package dpgnn.audit;

import dpgnn.random.RandomStream;

/**
 * Coins that two worlds share and that call themselves secure, so that samplers draw as they do in a release. They are made
 * from a seed and protect nothing; nothing but {@link Coupling} has them.
 */
final class CoupledCoins extends RandomStream {
    private final RandomStream seeded;

    CoupledCoins(RandomStream seeded) {
        this.seeded = seeded;
    }

    @Override
    public boolean secure() {
        return true;
    }

    @Override
    public long nextLong() {
        return seeded.nextLong();
    }

    @Override
    public RandomStream fork(String name) {
        return new CoupledCoins(seeded.fork(name));
    }

    @Override
    public RandomStream fork(long number) {
        return new CoupledCoins(seeded.fork(number));
    }

    @Override
    protected long word(long index) {
        return word(seeded, index);
    }

    @Override
    public long position() {
        throw new UnsupportedOperationException("secure coins have no position");
    }

    @Override
    public void seek(long position) {
        throw new UnsupportedOperationException("secure coins cannot be moved");
    }
}
