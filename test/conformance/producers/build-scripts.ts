/** Scripts that build the library application in its folder, each with another producer of signatures. */
export const RSPACK = `import { rspack } from '@rspack/core';
import { withRestRoutes } from 'nestjs-rest-routes/loader';

const jsc = {
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true },
  target: 'es2022',
};
const config = withRestRoutes({
  context: process.cwd(),
  entry: './src/library/main.ts',
  target: 'node',
  mode: 'none',
  experiments: { outputModule: true },
  output: { path: process.cwd() + '/out-rspack', filename: 'main.mjs', module: true },
  externals: /^[^./]/,
  externalsType: 'module',
  resolve: { extensions: ['.ts', '.js'], extensionAlias: { '.js': ['.ts', '.js'] } },
  module: { rules: [{ test: /\\.ts$/, use: { loader: 'builtin:swc-loader', options: { jsc } } }] },
});
rspack(config, (error, stats) => {
  if (error || stats.hasErrors()) {
    console.error(error ?? stats.toString());
    process.exitCode = 1;
  }
});
`;

/** Stands for esbuild: each file as the plugin supplies it, compiled without its types. */
export const ESBUILD = `import { restRoutes } from 'nestjs-rest-routes/esbuild';
import { writeCompiled } from './write-compiled.mjs';

restRoutes().setup({
  onLoad: (_options, load) =>
    writeCompiled('out-esbuild', async (path) => (await load({ path })).contents),
});
`;

/** Stands for Jest and ts-jest. */
export const JEST = `import { writeFileSync } from 'node:fs';
import { createTransformer } from 'nestjs-rest-routes/jest';
import { writeCompiled } from './write-compiled.mjs';

writeFileSync('echo.cjs', 'module.exports = { process: (code) => ({ code }) };');
const { process: transform } = await createTransformer({ transformer: process.cwd() + '/echo.cjs' });
const options = { configString: '', config: { rootDir: process.cwd() } };
await writeCompiled('out-jest', (path, text) => transform(text, path, options).code);
`;

/** Writes the files of the application to a folder, each as a function changes its text. */
export const WRITE_COMPILED = `import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const compilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
};

export async function writeCompiled(out, change) {
  const folder = join(process.cwd(), 'src/library');
  mkdirSync(out);
  for (const name of readdirSync(folder)) {
    const fileName = join(folder, name);
    const text = await change(fileName, readFileSync(fileName, 'utf8'));
    const { outputText } = ts.transpileModule(text, { fileName, compilerOptions });
    writeFileSync(join(out, name.replace(/\\.ts$/, '.js')), outputText);
  }
}
`;
