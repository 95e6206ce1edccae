import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Type } from '@nestjs/common';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restRoutes } from '../../../lib/compiler/integrations/vite/vite.js';
import { ADAPTERS, startApplication } from '../../support/application.js';
import { REPOSITORY } from '../../support/repository.js';

const APPLICATION = `import { Module } from '@nestjs/common';
import { HttpMethod, PublicAccess, RestController, RestModule, RestRoute } from 'nestjs-rest-routes';

@RestController('v1', '/things')
class Things {
  @RestRoute('/{name}', HttpMethod.Get, new PublicAccess())
  one(name: string) {
    return { name };
  }
}

@Module({ imports: [RestModule.forRoot({ namespace: 'acme' })], providers: [Things] })
export class AppModule {}
`;

const MALFORMED = ['%zz', '%', '%E0%A4%A', 'a%2', '%ff', '%c0%80'];

/** An application that Vite, which is Rolldown, has joined with the library as npm packs it. */
describe('an application that Vite bundles with the library', () => {
  let folder: string;
  let AppModule: Type;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'rest-routes-bundled-')));
    symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      paths: { 'nestjs-rest-routes': [join(REPOSITORY, 'dist/index.d.ts')] },
      types: [],
    };
    write('package.json', '{ "type": "module" }');
    write('tsconfig.json', JSON.stringify({ compilerOptions }));
    write('application.ts', APPLICATION);
    await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      plugins: [restRoutes()],
      resolve: {
        alias: [{ find: /^nestjs-rest-routes$/, replacement: join(REPOSITORY, 'dist/index.js') }],
      },
      build: { ssr: join(folder, 'application.ts'), outDir: join(folder, 'out') },
    });
    const output = pathToFileURL(join(folder, 'out/application.js')).href;
    ({ AppModule } = (await import(/* @vite-ignore */ output)) as { readonly AppModule: Type });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(ADAPTERS)(
    'still responds to a malformed percent-encoding with a 400 on %s',
    async (adapter) => {
      const app = await startApplication({ imports: [AppModule] }, { adapter });
      try {
        const statusOf = async (name: string): Promise<number> =>
          (await app.fetch('GET', `/api/acme/v1/things/${name}`)).status;
        expect(await statusOf('caf%C3%A9')).toBe(200);
        for (const name of MALFORMED) expect([name, await statusOf(name)]).toEqual([name, 400]);
      } finally {
        await app.close();
      }
    },
  );
});
