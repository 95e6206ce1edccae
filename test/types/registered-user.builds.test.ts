import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';

/** A file of an application, in a folder of its own: what it declares holds for its whole program. */
const FILE = join(REPOSITORY, 'test/types/registered-user.ts');

const HEAD = `
import { allOf, Cache, Callback, Capability, HttpMethod, RestCache, RestModule, RestRequest, RestRoute } from 'nestjs-rest-routes';

interface Member {
  readonly id: number;
  readonly capabilities: readonly string[];
}
`;

const REGISTERED = `${HEAD}
declare module 'nestjs-rest-routes' {
  interface RestTypes {
    user: Member;
  }
}

export function nameOf(request: RestRequest): number | undefined {
  return request.user?.id;
}
// @ts-expect-error the user may be anonymous
export const idOf = (request: RestRequest): number => request.user.id;
export const required = (request: RestRequest): number => request.requireUser().id;
export const stated = (request: RestRequest<Member>): number => request.user.id;

RestModule.forRoot({ can: (user, capability) => user.capabilities.includes(capability) });
RestModule.forRoot({ user: ({ headers }) => (headers.cookie ? { id: 1, capabilities: [] } : null) });
RestModule.forRoot({ user: async () => ({ id: 1, capabilities: [] }) });
// @ts-expect-error it returns another user
RestModule.forRoot({ user: () => ({ name: 'ada' }) });
// @ts-expect-error the user has no such property
RestModule.forRoot({ can: (user) => user.admin });

class Policies {
  static owns(id: number, { user }: RestRequest): boolean {
    return user?.id === id;
  }
}
RestRoute('/{id}', HttpMethod.Get, new Callback(Policies.owns));
Cache({ ttl: '5m', vary: ({ user }) => String(user?.id) });
// @ts-expect-error the user has no such property
Cache({ ttl: '5m', vary: ({ user }) => String(user?.team) });
`;

const UNREGISTERED = `${HEAD}
// @ts-expect-error the user is unknown
export const idOf = (request: RestRequest): number => request.user.id;
RestModule.forRoot({ user: () => ({ name: 'ada' }) });
RestModule.forRoot({ can: (user: Member, capability) => user.capabilities.includes(capability) });
RestRoute('', HttpMethod.Get, new Capability('any'));
export const purge = (cache: RestCache) => cache.purgeTags('any');
`;

const NAMES = `${HEAD}
declare module 'nestjs-rest-routes' {
  interface RestTypes {
    capability: 'read_items' | 'edit_items';
    tag: 'items' | \`item-\${number}\`;
  }
}

RestRoute('', HttpMethod.Get, new Capability('read_items'));
// @ts-expect-error there is no such capability
RestRoute('', HttpMethod.Get, new Capability('read_item'));
// @ts-expect-error there is no such capability
allOf(new Capability('read_items'), new Capability('edit_itmes'));
RestModule.forRoot({ roles: { editor: ['read_items', 'edit_items'] } });
// @ts-expect-error there is no such capability
RestModule.forRoot({ roles: { editor: ['edit'] } });
RestModule.forRoot({ can: (user: Member, capability) => capability === 'edit_items' });
// @ts-expect-error there is no such capability
RestModule.forRoot({ can: (user: Member, capability) => capability === 'edit_item' });

Cache({ ttl: '5m', tags: ['items'] });
Cache<{ id: number }>({ ttl: '5m', tags: ({ id }) => ['items', \`item-\${id}\`] });
// @ts-expect-error there is no such tag
Cache({ ttl: '5m', tags: ['item'] });
export const purge = (cache: RestCache) => cache.purgeTags('items', 'item-7');
// @ts-expect-error there is no such tag
export const purgeOther = (cache: RestCache) => cache.purgeTags('item');
`;

test('capabilities and tags are those that RestTypes declares', () => {
  expect(errorsOf(NAMES)).toEqual([]);
});

test('request.user has the type that RestTypes declares, in callbacks, can and vary too', () => {
  expect(errorsOf(REGISTERED)).toEqual([]);
});

test('without RestTypes the user is unknown, and forRoot takes any', () => {
  expect(errorsOf(UNREGISTERED)).toEqual([]);
});

/** The errors of types in a file of an application. */
function errorsOf(text: string): readonly string[] {
  const options = optionsOfRepository();
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (path) => (path === FILE ? text : readFile(path));
  host.fileExists = (path) => path === FILE || fileExists(path);
  host.getSourceFile = (path, ...rest) =>
    path === FILE
      ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
      : getSourceFile(path, ...rest);
  const program = ts.createProgram([FILE], options, host);
  const file = program.getSourceFile(FILE);
  const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

function optionsOfRepository(): ts.CompilerOptions {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const config = ts.getParsedCommandLineOfConfigFile(join(REPOSITORY, 'tsconfig.json'), {}, host);
  if (config === undefined) throw new Error('The repository has no tsconfig.json.');
  return config.options;
}
