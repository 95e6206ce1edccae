import type { Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  Cache,
  Callback,
  DeclarationException,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
  type CacheOptions,
  type Diagnostic,
  type Permission,
} from 'nestjs-rest-routes';
import { beforeAll, describe, expect, test } from 'vitest';

/** A controller with one route: what differs from a valid one. */
export interface Declared {
  /** `null`: the class has no `@RestController`. */
  readonly version?: string | null;
  readonly base?: string;
  readonly path?: string | undefined;
  readonly methods?: readonly string[];
  /** `callback`: the static method `may` of the class. */
  readonly permission?: unknown;
  readonly options?: object;
  readonly cache?: unknown;
  /** The decorators of each parameter of the method. */
  readonly parameters?: readonly (readonly ParameterDecorator[])[];
  /** The decorators of each parameter of the static method `may`, which is then the permission. */
  readonly callback?: readonly (readonly ParameterDecorator[])[];
  readonly decorators?: readonly MethodDecorator[];
}

/** The members of the diagnostic that the row is about. */
export type Found = Partial<Pick<Diagnostic, 'code' | 'expected' | 'received' | 'location'>>;

type Valid = readonly [title: string, declared: Declared];
type Wrong = readonly [title: string, declared: Declared, ...found: readonly Found[]];

/** What one rule allows, and what it reports at startup. */
export interface RuleTable {
  readonly [rule: string]: { readonly valid: readonly Valid[]; readonly wrong: readonly Wrong[] };
}

/** Shortens a row: the code, the part, what was expected and received. */
export function found(
  code: Diagnostic['code'],
  part?: object,
  { expected, received }: { readonly expected?: unknown; readonly received?: unknown } = {},
): Found {
  return {
    code,
    ...(part === undefined ? {} : { location: expect.objectContaining({ part }) as never }),
    ...(expected === undefined ? {} : { expected: expected as string }),
    ...(received === undefined ? {} : { received: received as string }),
  };
}

/** Starts one application with all that is valid, and one with all that is wrong: each row is one class of them. */
export function testRules(table: RuleTable, providers: readonly Type[] = []): void {
  const rules = Object.entries(table);
  const valid = rules.flatMap(([, rule]) => rule.valid.map((row) => row[1]));
  const wrong = rules.flatMap(([, rule]) => rule.wrong);
  let diagnostics: readonly Diagnostic[] = [];

  beforeAll(async () => {
    const error = await start([...wrong.map((row, index) => declare(row[1], index)), ...providers]);
    if (error === undefined) throw new Error('The application with what is wrong started.');
    ({ diagnostics } = error);
  });

  describe.each(rules)('%s', (_rule, { wrong: rows }) => {
    test.each(rows.map((row) => [row[0], row] as const))('does not allow: %s', (_title, row) => {
      const [, , ...expected] = row;
      const name = nameOfCase(wrong.indexOf(row));
      const own = diagnostics.filter(({ className }) => className === name);
      expect(own).toMatchObject(expected);
      expect(own).toHaveLength(expected.length);
    });
  });

  test(`an application with the ${valid.length} valid declarations of the table starts`, async () => {
    const error = await start([...valid.map((row, index) => declare(row, index)), ...providers]);
    expect(error?.message).toBeUndefined();
  });
}

const nameOfCase = (index: number): string => `Case${index}`;

function declare(declared: Declared, index: number): Type {
  const name = nameOfCase(index);
  const type = { [name]: class {} }[name] as Type;
  const method = { value: { get: () => null }.get, writable: true, configurable: true };
  Object.defineProperty(type.prototype, 'get', method);
  const { version = `v${index}`, base = '', options, cache, decorators = [] } = declared;
  decorateParameters(type.prototype as object, 'get', declared.parameters ?? []);
  const path = 'path' in declared ? declared.path : '';
  const route = [path, declared.methods ?? ['GET'], permissionOf(type, declared), options];
  (RestRoute as (...parts: unknown[]) => MethodDecorator)(...route)(
    type.prototype as object,
    'get',
    method,
  );
  if (cache !== undefined) {
    (Cache(cache as CacheOptions) as MethodDecorator)(type.prototype as object, 'get', method);
  }
  for (const decorate of decorators) decorate(type.prototype as object, 'get', method);
  if (version !== null) RestController(version, base as '')(type);
  return type;
}

function permissionOf(type: Type, declared: Declared): Permission | undefined {
  if (declared.callback !== undefined) {
    const may = { may: () => true }.may;
    Object.defineProperty(type, 'may', { value: may, writable: true, configurable: true });
    decorateParameters(type, 'may', declared.callback);
    return new Callback(may);
  }
  return 'permission' in declared ? (declared.permission as Permission) : new PublicAccess();
}

function decorateParameters(
  target: object,
  name: string,
  parameters: readonly (readonly ParameterDecorator[])[],
): void {
  for (const [index, decorators] of parameters.entries()) {
    for (const decorate of decorators) decorate(target, name, index);
  }
}

async function start(providers: readonly Type[]): Promise<DeclarationException | undefined> {
  const imports = [RestModule.forRoot({ namespace: 'acme' })];
  const module = await Test.createTestingModule({ imports, providers: [...providers] }).compile();
  const app = module.createNestApplication({ logger: false });
  try {
    await app.init();
    return undefined;
  } catch (error) {
    if (error instanceof DeclarationException) return error;
    throw error;
  } finally {
    await app.close();
  }
}
