import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** The scripts of the page with WordPress's packages as published, for a browser: text by file name. */
export async function bundlePage(): Promise<ReadonlyMap<string, string>> {
  const build = await rolldown({
    input: fileURLToPath(new URL('page/page.mjs', import.meta.url)),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    // Directives and annotations of React components, which nothing here draws.
    logLevel: 'silent',
  });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  return new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])),
  );
}
