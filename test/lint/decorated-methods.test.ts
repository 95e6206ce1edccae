import * as parser from '@typescript-eslint/parser';
import { describe, expect, test } from 'vitest';
import {
  isWriting,
  permissionName,
  OurNames,
  nodesOf,
  type Node,
} from '../../lib/lint/lint-plugin.js';

/** The names that an import declares, and the expression in the statement after it. */
function read(imports: string, expression: string): { names: OurNames; node: Node } {
  const program = parser.parse(`${imports}\n${expression};`) as unknown as Node;
  const [declaration, statement] = nodesOf(program['body']);
  if (declaration === undefined || statement === undefined) throw new Error('There is no code.');
  const names = new OurNames();
  names.read(declaration);
  return { names, node: statement['expression'] as Node };
}

const OURS = "import { PublicAccess, Callback as Check } from 'nestjs-rest-routes'";

describe('a permission', () => {
  test.each([
    ['new PublicAccess()', OURS, 'PublicAccess'],
    ['new Check(A.b)', OURS, 'Callback'],
    ['new rest.Capability("a")', "import * as rest from 'nestjs-rest-routes'", 'Capability'],
    ['PublicAccess', OURS, undefined],
    ['new Other()', OURS, undefined],
    ['new PublicAccess()', "import { PublicAccess } from './own.js'", undefined],
  ])('is recognized in %s with %s', (expression, imports, name) => {
    const { names, node } = read(imports, expression);
    expect(permissionName(node, names)).toBe(name);
  });
});

describe('a route', () => {
  test.each([
    ['HttpMethod.Post', true],
    ['HttpMethod.Get', false],
    ["'DELETE'", true],
    ["'get'", false],
    ["[HttpMethod.Get, 'PATCH']", true],
    ['[]', false],
    ['methods', false],
  ])('with the methods %s writes: %s', (methods, writes) => {
    const { node } = read(OURS, `route('', ${methods})`);
    const route = { name: 'RestRoute', node, arguments: nodesOf(node['arguments']) };
    expect(isWriting(route)).toBe(writes);
  });
});
