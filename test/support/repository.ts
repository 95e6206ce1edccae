import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, with a slash at its end. */
export const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

/** The folder of the library: the repository itself, or the installed package in `.ci/packed-tests.mjs`. */
export const PACKAGE = dirname(
  createRequire(import.meta.url).resolve('nestjs-rest-routes/package.json'),
);
