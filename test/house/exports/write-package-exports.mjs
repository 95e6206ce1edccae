// Writes the names that the compiler recognizes as exports of this package: npm run generate
import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { runnerImport } from 'vite';

const { module } = await runnerImport('./test/house/exports/package-exports.ts');
const { GENERATED, packageExports } = module;
const options = { ...(await resolveConfig(GENERATED)), filepath: GENERATED };
writeFileSync(GENERATED, await format(packageExports(), options));
