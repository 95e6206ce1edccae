// Writes the generated parts of docs/errors.md and docs/diagnostics.md: npm run generate
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { runnerImport } from 'vite';

const { module } = await runnerImport('./test/house/docs/errors-page.ts');
for (const page of Object.keys(module.GENERATED_PAGES)) {
  const text = module.withGenerated(page, readFileSync(page, 'utf8'));
  writeFileSync(page, await format(text, { ...(await resolveConfig(page)), filepath: page }));
}
