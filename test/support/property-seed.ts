import fc from 'fast-check';

// Chosen by vitest.config.ts: properties without a seed of their own begin with it, and a failure states it.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED']) });
