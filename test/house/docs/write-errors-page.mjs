// Writes the generated part of docs/errors.md: npm run generate
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { runnerImport } from 'vite';

const page = 'docs/errors.md';
const { module } = await runnerImport('./test/house/docs/errors-page.ts');
const [intro] = readFileSync(page, 'utf8').split(module.GENERATED);
const text = `${intro}${module.generatedErrors()}\n`;
writeFileSync(page, await format(text, { ...(await resolveConfig(page)), filepath: page }));
