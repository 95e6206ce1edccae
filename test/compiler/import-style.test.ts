import { afterEach, expect, test } from 'vitest';
import { readProjectConfig } from '../../lib/compiler/project.js';
import { Project } from '../../lib/compiler/project.js';
import { createTemporaryProject, type TemporaryProject } from './support/temporary-project.js';

const LINE = `import { Param, ValueClass } from 'nestjs-rest-routes';

@ValueClass()
export class Line {
  @Param() sku!: string;
}
`;

/** A controller whose list is of a class that another file names by a type alone. */
const controller = (
  specifier: string,
) => `import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
${specifier}
@RestController('v1', '/items')
export class Items {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(@Param() order: Order) {}
}
`;

const order = (extension: string) =>
  `import type { Line } from './line${extension}';\nexport interface Order { line: Line }\n`;

let project: TemporaryProject | undefined;
afterEach(() => {
  project?.dispose();
  project = undefined;
});

/** The specifier by which the attached code imports the class. */
function importedBy(type: 'module' | 'commonjs', extension: string): string | undefined {
  const items = controller(`import type { Order } from './order${extension}';\n`);
  project = createTemporaryProject(type, {
    'line.ts': LINE,
    'order.ts': order(extension),
    'items.ts': items,
  });
  const { root } = project;
  const opened = new Project(() => readProjectConfig(root, undefined));
  const text = opened.textOf(items, project.pathOf('items.ts'));
  return /import \* as \w+ from "(.+)";/.exec(text)?.[1];
}

test.each([
  ['module', '.js', './line.js'],
  ['commonjs', '.js', './line.js'],
  ['commonjs', '', './line'],
  ['module', '.ts', './line.ts'],
] as const)(
  'In a %s project whose imports end with "%s", the attached code imports %s',
  (type, extension, expected) => {
    expect(importedBy(type, extension)).toBe(expected);
  },
);
