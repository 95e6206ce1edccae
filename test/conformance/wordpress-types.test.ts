import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Module, type Type } from '@nestjs/common';
import {
  Arguments,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
  type HttpMethod,
} from 'nestjs-rest-routes';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { createProjectView } from '../../lib/compiler/program/project-view.js';
import { createSourceHost } from '../../lib/compiler/program/source-host.js';
import { readFile, type FileReading } from '../../lib/compiler/signatures/read-file.js';
import { SIGNATURE_KEY } from '../../lib/model/signature/method-signature.js';
import type { ArgumentSchema } from '../../lib/schema/vocabulary.js';
import { optionsFor } from '../compiler/support/compile-for-target.js';
import { startApplication, useApplication } from '../support/application.js';
import { REPOSITORY } from '../support/repository.js';
import {
  isInteger,
  listedArguments,
  samplePath,
  WORDPRESS_ENDPOINTS,
  type WordPressEndpoint,
} from './wordpress-api.js';
import { nameOfEndpoint, sourceOfEndpoints, withoutFiller } from './wordpress-source.js';

/** Reads the source of all endpoints as the build does. */
function readSource(): FileReading {
  const options = optionsFor({});
  const host = createSourceHost(options);
  const name = join(REPOSITORY, 'test/conformance/written-endpoints.ts');
  host.replace(name, sourceOfEndpoints(WORDPRESS_ENDPOINTS));
  const program = ts.createProgram([name], options, host);
  const file = program.getSourceFile(name);
  if (file === undefined) throw new Error('The source is not in the program.');
  return readFile(file, createProjectView(program));
}

/** The class of an endpoint with the signature that the build attaches to it. */
function classOf(endpoint: WordPressEndpoint, index: number, { classes }: FileReading): Type {
  const name = nameOfEndpoint(index);
  const type = { [name]: class {} }[name] as Type;
  const { version, path, methods, placeholders, args } = endpoint;
  const descriptor = { value() {}, writable: true, configurable: true };
  Object.defineProperty(type.prototype, 'endpoint', descriptor);
  const decorators = Array.from(placeholders, ([placeholder, match]) => {
    if (isInteger(match)) return Param({});
    const pattern = args[placeholder]?.pattern;
    return Param(pattern === undefined ? { match } : { match, pattern });
  });
  for (const [at, decorate] of [...decorators, Arguments()].entries()) {
    const isLast = at === placeholders.size;
    const others = Object.keys(args).filter((one) => !placeholders.has(one));
    if (!isLast || others.length > 0) decorate(type.prototype, 'endpoint', at);
  }
  RestRoute(path as '', methods as HttpMethod[], new PublicAccess())(
    type.prototype,
    'endpoint',
    descriptor,
  );
  RestController(version as 'v1')(type);
  const signature = classes.find((one) => one.signature.className === name)?.signature;
  const { faults: _faults, ...rest } = signature ?? {};
  Object.defineProperty(type, SIGNATURE_KEY, { value: { signature: rest, references: {} } });
  return type;
}

function modulesOf(classes: readonly (readonly [WordPressEndpoint, Type])[]): Type[] {
  const namespaces = new Set(classes.map(([{ namespace }]) => namespace));
  return Array.from(namespaces, (namespace) => {
    const own = classes.filter(([endpoint]) => endpoint.namespace === namespace);
    class NamespaceModule {}
    const providers = own.map(([, type]) => type);
    Module({ imports: [RestModule.forFeature({ namespace })], providers })(NamespaceModule);
    return NamespaceModule;
  });
}

/** The class that a diagnostic names; that of a property names the interface of the class. */
function nameIn(text: string): string {
  return `Endpoint${/(?:Endpoint|Arguments)(\d+)/.exec(text)?.[1] ?? ''}`;
}

type Args = Readonly<Record<string, ArgumentSchema>>;

function comparable(args: Args, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, withoutFiller(args[name] ?? {})]));
}

/** What types and doc comments cannot say. */
const NOT_EXPRESSIBLE: Readonly<Record<string, string>> = {
  'GET /wp/v2/posts': '`oneOf` beside a list of types',
  'GET /wp/v2/menu-items': '`oneOf` beside a list of types',
  'GET /wp/v2/blocks': '`oneOf` beside a list of types',
  'POST /wp/v2/media/{id}/edit': '`oneOf` between open objects',
  'POST /wp/v2/blocks': 'a default that is not in its own enum',
  'POST PUT PATCH /wp/v2/blocks/{id}': 'a default that is not in its own enum',
  'POST /wp/v2/blocks/{id}/autosaves': 'a default that is not in its own enum',
  'GET POST /wp/v2/block-renderer/{name}': 'a default that is not in its own enum',
  'POST /wp/v2/widgets': 'an argument that is required and has a default',
};

function titleOf({ methods, namespace, version, path }: WordPressEndpoint): string {
  return `${methods.join(' ')} /${namespace}/${version}${path}`;
}

describe('the types and doc comments of an interface', () => {
  const reading = readSource();
  const rejected = new Set(reading.diagnostics.map(({ text }) => nameIn(text)));
  const classes = WORDPRESS_ENDPOINTS.map(
    (endpoint, index) => [endpoint, classOf(endpoint, index, reading)] as const,
  );
  const accepted = classes.filter(([, { name }]) => !rejected.has(name));
  const app = useApplication(() =>
    startApplication(
      { imports: [RestModule.forRoot(), ...modulesOf(accepted)] },
      { adapter: 'fastify' },
    ),
  );

  async function isEqual(endpoint: WordPressEndpoint): Promise<boolean> {
    const { body } = await app.fetch('OPTIONS', `/api${samplePath(endpoint)}`);
    const { endpoints = [] } = body as { endpoints?: { methods: string[]; args: Args }[] };
    const methods = endpoint.methods.join();
    const args = endpoints.find((one) => one.methods.join() === methods)?.args ?? {};
    const expected = listedArguments(endpoint);
    const names = Object.keys(expected);
    return isDeepStrictEqual(plain(comparable(args, names)), plain(comparable(expected, names)));
  }

  test('declare 186 of the 195 endpoints of WordPress, with the same schemas', async () => {
    const others = classes
      .filter(([, { name }]) => rejected.has(name))
      .map(([one]) => titleOf(one));
    let equal = 0;
    for (const [endpoint] of accepted) {
      if (await isEqual(endpoint)) equal++;
      else others.push(titleOf(endpoint));
    }
    expect(others.toSorted()).toEqual(Object.keys(NOT_EXPRESSIBLE).toSorted());
    expect(equal).toBe(186);
  }, 120_000);
});

/** Without `undefined`, as JSON has it. */
function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
