import { parseIndex } from '../../../lib/wordpress/read-index.js';
import {
  importRoutes,
  type ImportOptions,
  type ImportedRoutes,
} from '../../../lib/wordpress/import/import-routes.js';
import { projectFormat } from '../../../lib/wordpress/import/project-files.js';
import { REPOSITORY } from '../../support/repository.js';

/** A project in memory: the texts of its files by path. */
export type Project = Map<string, string>;

const MODULE = `import { Module } from '@nestjs/common';
import { RestModule } from 'nestjs-rest-routes';

@Module({
  imports: [RestModule.forRoot({ namespace: 'app' })],
})
export class AppModule {}
`;

const MANIFEST = '{ "type": "module" }';

/** A project with a root module. */
export function newProject(): Project {
  return new Map([['/src/app.module.ts', MODULE]]);
}

/** The routes of an index: the endpoints by pattern, or the arguments of one GET endpoint. */
export function indexOf(
  namespace: string,
  routes: Readonly<Record<string, readonly object[]>>,
): { readonly namespaces: readonly string[]; readonly routes: object } {
  const entries = Object.entries(routes).map(
    ([path, endpoints]) => [`/${namespace}${path}`, { namespace, endpoints }] as const,
  );
  return { namespaces: [namespace], routes: Object.fromEntries(entries) };
}

/** Imports a document into a project, and changes the project. */
export async function importInto(
  project: Project,
  document: object,
  options: Partial<ImportOptions> = {},
): Promise<ImportedRoutes> {
  const files = {
    read: (path: string) => (path === '/package.json' ? MANIFEST : project.get(path)),
    list: (folder: string) => [...project.keys()].filter((path) => path.startsWith(`${folder}/`)),
  };
  const result = await importRoutes(parseIndex(document, 'index.json'), files, {
    sourceRoot: '/src',
    suffix: 'spec',
    withTests: true,
    isRegistered: true,
    format: await projectFormat(REPOSITORY),
    ...options,
  });
  for (const [path, text] of result.changes) project.set(path, text);
  return result;
}

/** The text of a file that must be there. */
export function textOf(project: Project, path: string): string {
  const text = project.get(path);
  if (text === undefined) throw new Error(`No ${path}, but ${[...project.keys()].join(', ')}`);
  return text;
}

/** Replaces a text that must be there. */
export function edit(project: Project, path: string, from: string, to: string): void {
  const text = textOf(project, path);
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  project.set(path, text.replace(from, to));
}
