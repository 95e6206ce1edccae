import { createRequire } from 'node:module';

const { version } = createRequire(import.meta.url)('@nestjs/core/package.json') as {
  readonly version: string;
};

/** The major version of Nest that the tests run on: CI runs some of them on Nest 11 too. */
export const NEST_MAJOR = Number.parseInt(version, 10);
