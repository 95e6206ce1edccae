import { runInThisContext } from 'node:vm';
import {
  DeclarationException,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
} from 'nestjs-rest-routes';
import { Test } from '@nestjs/testing';
import { beforeAll, expect, test } from 'vitest';

/** Texts of a member `list` of an object, and how many parameters are reported to have no signature. */
const METHODS: readonly (readonly [text: string, parameters: number])[] = [
  ['list() { return f(1, 2); }', 0],
  ['list(/* none, at all */) {}', 0],
  ['list(page, size = 10, ) {}', 2],
  ['list(a = \')\', b = `(${1}`, c = "\\",") {}', 3],
  ['list(a = [1, 2], { b, c } = { b: (1, 2) }, d) {}', 3],
  ['list(a, // the (first\n b) {}', 2],
  ['async list(a, ...rest) {}', 1],
  ['list: function (...args) { return original.apply(this, args); }', 0],
  ['list: id => check(id, 2)', 1],
  ['list: async ($id) => check($id)', 1],
  ['list: (function (a) {}).bind(1)', 1],
  ['list: new Proxy(function (a) {}, {})', 1],
  ['list(a = /[(]/) {}', 0],
];

let reported: ReadonlyMap<string | undefined, readonly string[]>;

beforeAll(async () => {
  const providers = METHODS.map(([text], index) => {
    const type = { [`C${index}`]: class {} }[`C${index}`] as new () => object;
    const { list } = runInThisContext(`({ ${text} })`) as { readonly list: () => void };
    const property = { value: list, writable: true, configurable: true };
    Object.defineProperty(type.prototype, 'list', property);
    RestRoute('', 'GET', new PublicAccess())(type.prototype, 'list', property);
    RestController(`v${index}`)(type);
    return type;
  });
  const imports = [RestModule.forRoot({ namespace: 'acme' })];
  const module = await Test.createTestingModule({ imports, providers }).compile();
  const app = module.createNestApplication({ logger: false });
  const error: unknown = await app.init().catch((reason: unknown) => reason);
  await app.close();
  const { diagnostics } = error as DeclarationException;
  expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['RR1016']));
  const found = new Map<string | undefined, string[]>();
  for (const { className, parameterName = 'none' } of diagnostics) {
    found.set(className, [...(found.get(className) ?? []), parameterName]);
  }
  reported = found;
});

test.each(METHODS.map(([text, parameters], index) => [text, parameters, index] as const))(
  'a class without a signature whose member is %j has %j parameters that nothing describes',
  (_text, parameters, index) => {
    const names = Array.from({ length: parameters }, (_, at) => `parameter ${at + 1}`);
    expect(reported.get(`C${index}`) ?? []).toEqual(names);
  },
);
