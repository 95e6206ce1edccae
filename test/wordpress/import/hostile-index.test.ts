import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { reportLines } from '../../../lib/wordpress/import/import-routes.js';
import { importInto, indexOf, newProject, textOf, type Project } from './support.js';

const EVIL =
  '*/ process.exit(1); /* \' " ` ${process.exit(2)} \u2028 \n@default 5 {@link x} \u202e';
const text = { type: 'string' };

async function imported(routes: Parameters<typeof indexOf>[1]): Promise<Project> {
  const project = newProject();
  await importInto(project, indexOf('evil/v1', routes), {
    format: (_path, one) => Promise.resolve(one),
  });
  return project;
}

/** The calls of a source, and its templates with expressions. */
function codeIn(source: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node)) found.push(node.getText());
    if (ts.isCallExpression(node)) found.push(node.expression.getText());
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
  visit(file);
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly unknown[] };
  expect(parseDiagnostics).toEqual([]);
  return found;
}

const OURS =
  /^(?:Param|Arguments|RestRoute|RestController|ValueClass|Module|RestModule\.forFeature|RestModule\.forRoot|createRestApplication|describe|before\w+|after\w+|expect|expect\(\w+\.status\)\.toBe|it\.each|it\.each\(REQUESTS\)|app\.\w+|app\s*\.as\(.*\)\s*\.request)$/;

describe('an index whose texts contain code', () => {
  const routes = {
    '/books': [
      {
        methods: ['POST'],
        args: {
          [EVIL]: { ...text, description: EVIL, required: true },
          title: { ...text, description: EVIL, default: EVIL, pattern: '.' },
          kind: { ...text, enum: [EVIL, 'a', 'b', 'c', 'd', 'e'] },
          shape: {
            type: 'object',
            properties: {
              [EVIL]: { ...text, description: EVIL, default: EVIL, pattern: '\\*/ @x' },
              __proto__: text,
            },
          },
          choice: {
            oneOf: [
              { ...text, title: EVIL },
              { type: 'object', properties: { ['__proto__']: text } },
            ],
          },
          ['__proto__']: { ...text, description: EVIL },
          constructor: { type: 'integer' },
          'dry-run': { type: 'boolean', default: false },
          'filter[status]': text,
          class: { ...text, default: 'x' },
          await: text,
        },
      },
    ],
    "/x'y": [{ methods: ['GET'], args: {} }],
    '/(?P<class>[\'"`\\\\]+)': [{ methods: ['GET'], args: {} }],
    '/constructor': [{ methods: ['GET'], args: {} }],
    '/books/(?P<id>\\d+)/__proto__': [{ methods: ['GET'], args: {} }],
  };

  test("becomes source with no other code than the library's", async () => {
    const project = await imported(routes);
    for (const [path, source] of project) {
      expect([path, ...codeIn(source).filter((name) => !OURS.test(name))]).toEqual([path]);
      expect(source).not.toMatch(/[\u2028\u202e]/);
    }
    const types = textOf(project, '/src/evil/books/books.arguments.ts');
    expect(types).toContain("'dry-run': boolean = false;");
    expect(types).not.toContain('constructor');
    // A parameter may have that name; a property of a class may not.
    const controller = textOf(project, '/src/evil/books/books.controller.ts');
    expect(controller).toContain('constructor?: int');
    expect(controller).toContain("@Param({ name: '__proto__' })");
  });

  test('becomes docstrings without tags of the index', async () => {
    const project = await imported(routes);
    const tags = [...project.values()].flatMap(tagsIn);
    expect(new Set(tags.map((tag) => tag.tagName.text))).toEqual(new Set(['param']));
  });
});

function tagsIn(source: string): readonly ts.JSDocTag[] {
  const found: ts.JSDocTag[] = [];
  const visit = (node: ts.Node): void => {
    found.push(...ts.getJSDocTags(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true));
  return found;
}

test('a route that no path can express is left out, and the report has the reason', async () => {
  const project = newProject();
  const { reports } = await importInto(
    project,
    indexOf('odd/v1', {
      '/a(?:/(?P<id>\\d+))*': [{ methods: ['GET'], args: {} }],
      '/ü': [{ methods: ['GET'], args: {} }],
      '/(?P<id>\\d+)/(?P<id>\\d+)': [{ methods: ['GET'], args: {} }],
      '/b/(?P<name>(?=x)[a-z]+)': [{ methods: ['GET'], args: [] }],
    }),
  );
  expect(reports[0]?.notes).toEqual([
    expect.stringContaining('is not imported: no path can have (?:/(?P<id>\\d+))*.'),
    expect.stringContaining('is not imported: its path has characters'),
    expect.stringContaining('is not imported: it names a placeholder twice.'),
    expect.stringContaining('The placeholder {name} of /b/{name}: (?=x)[a-z]+ is left out'),
  ]);
  expect(textOf(project, '/src/odd/b/b.controller.ts')).toContain('one(name: string): unknown');
});

test('a list of 400 values is a type of its own, keywords without effect stay, and wrong patterns are left out', async () => {
  const project = newProject();
  const values = Array.from({ length: 400 }, (_, at) => `value-${at}`);
  const { reports } = await importInto(
    project,
    indexOf('big/v1', {
      '/items': [
        {
          methods: ['GET'],
          args: {
            currency: { ...text, enum: values },
            count: { type: 'integer', minLength: 2 },
            name: { ...text, pattern: '(?<=x)(?P<y>' },
          },
        },
      ],
    }),
  );
  expect(textOf(project, '/src/big/items/items.arguments.ts')).toContain(
    "export type ItemCurrency =\n  | 'value-0'",
  );
  expect(textOf(project, '/src/big/items/items.controller.ts')).toContain(
    "@Param({ schema: { type: 'integer', minLength: 2 } }) count?: unknown",
  );
  expect(reports[0]?.notes).toHaveLength(1);
});

test('a namespace cannot control the terminal', async () => {
  const namespace = 'evil\u001b]0;x\u0007/v1';
  const options = { format: (_path: string, one: string) => Promise.resolve(one) };
  const index = indexOf(namespace, { '/items': [{ methods: ['GET'], args: {} }] });
  const { reports } = await importInto(newProject(), index, options);
  const lines = reports.flatMap(reportLines);
  expect(lines.join('')).toContain('evil\\u001b]0;x\\u0007/v1: 1 route added');
  const other = importInto(newProject(), index, { ...options, namespace: 'other/v1' });
  await expect(other).rejects.toThrow('but evil\\u001b]0;x\\u0007/v1.');
});
