import { fileURLToPath } from 'node:url';
import { Module, type Type } from '@nestjs/common';
import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { compareIndices, pairIndices } from '../../lib/wordpress/compare/compare-routes.js';
import { readIndex } from '../../lib/wordpress/read-index.js';
import { ADAPTERS, useApplication, startApplication } from '../support/application.js';
import {
  isInteger,
  listedArguments,
  samplePath,
  WORDPRESS_ENDPOINTS,
  type WordPressEndpoint,
} from './wordpress-api.js';

const RECORDED_INDEX = fileURLToPath(new URL('wordpress-routes.json', import.meta.url));

/** A controller with one endpoint of WordPress's, each argument declared with its recorded schema. */
function controllerOf(endpoint: WordPressEndpoint): Type {
  class Controller {
    endpoint(): void {}
  }
  const { prototype } = Controller;
  const { args, placeholders, version, path, methods, allowsBatch } = endpoint;
  const names = new Set([...placeholders.keys(), ...Object.keys(args)]);
  Object.defineProperty(prototype.endpoint, 'length', { value: names.size });
  for (const [index, name] of [...names].entries()) {
    const { required, ...schema } = args[name] ?? { type: 'string' as const, required: true };
    const expression = placeholders.get(name);
    const options =
      expression === undefined
        ? { name, schema, required: required === true }
        : isInteger(expression)
          ? { name, schema: { ...schema, type: 'integer' as const } }
          : { name, schema, match: expression };
    Param(options)(prototype, 'endpoint', index);
  }
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'endpoint') ?? {};
  const open = new PublicAccess();
  RestRoute(path as '', methods as HttpMethod[], open, { batch: allowsBatch })(
    prototype,
    'endpoint',
    descriptor,
  );
  RestController(version as 'v1')(Controller);
  return Controller;
}

/** One module for each namespace, with a controller for each endpoint. */
function modules(): Type[] {
  const namespaces = new Set(WORDPRESS_ENDPOINTS.map(({ namespace }) => namespace));
  return Array.from(namespaces, (namespace) => {
    const providers = WORDPRESS_ENDPOINTS.filter((one) => one.namespace === namespace).map(
      controllerOf,
    );
    class NamespaceModule {}
    Module({ imports: [RestModule.forFeature({ namespace })], providers })(NamespaceModule);
    return NamespaceModule;
  });
}

interface Listed {
  readonly endpoints: readonly {
    readonly methods: readonly string[];
    readonly args: Readonly<Record<string, unknown>> | readonly never[];
  }[];
}

describe.each(ADAPTERS)('on %s', (adapter) => {
  const app = useApplication(() =>
    startApplication({ imports: [RestModule.forRoot({}), ...modules()] }, { adapter }),
  );

  test('all 195 endpoints of WordPress are declared, and OPTIONS lists their arguments as WordPress does', async () => {
    const differences: unknown[] = [];
    let equal = 0;
    for (const endpoint of WORDPRESS_ENDPOINTS) {
      const { body, status } = await app.fetch('OPTIONS', `/api${samplePath(endpoint)}`);
      const { endpoints = [] } = body as Partial<Listed>;
      const methods = JSON.stringify(endpoint.methods);
      const found = endpoints.find((one) => JSON.stringify(one.methods) === methods);
      const listed = withoutUndeclared(found?.args ?? [], endpoint);
      try {
        expect(listed).toEqual(listedArguments(endpoint));
        expect(found).toBeDefined();
        equal++;
      } catch (error) {
        differences.push([endpoint.route, endpoint.methods, status, String(error).slice(0, 300)]);
      }
    }
    expect(differences).toEqual([]);
    expect(equal).toBe(195);
  });

  test('the index has all 120 routes of WordPress', async () => {
    const { body } = await app.fetch('GET', '/api/');
    const routes = Object.keys((body as { routes: object }).routes);
    const expected = new Set(
      WORDPRESS_ENDPOINTS.map(({ route }) => route.replaceAll('>[\\d]+)', '>\\d+)')),
    );
    expect(expected.size).toBe(120);
    expect(routes.toSorted()).toEqual([...expected].toSorted());
  });

  test('a comparison of the recorded and the served index finds no difference, in either direction', async () => {
    const recorded = await readIndex(RECORDED_INDEX);
    const served = await readIndex(`${app.url}/api/`);
    expect(compareIndices(pairIndices(recorded, served), recorded, served)).toEqual([]);
    expect(compareIndices(pairIndices(served, recorded), served, recorded)).toEqual([]);
  });
});

test('the recorded index of WordPress has no difference from itself', async () => {
  const recorded = await readIndex(RECORDED_INDEX);
  const pairs = pairIndices(recorded, recorded);
  expect(pairs).toHaveLength(120);
  expect(compareIndices(pairs, recorded, recorded)).toEqual([]);
});

/** WordPress leaves out placeholders that it declares no argument for. */
function withoutUndeclared(
  args: Listed['endpoints'][number]['args'],
  endpoint: WordPressEndpoint,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(args).filter(
      ([name]) => Object.hasOwn(endpoint.args, name) || !endpoint.placeholders.has(name),
    ),
  );
}
