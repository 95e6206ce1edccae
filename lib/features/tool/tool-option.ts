import {
  statedReturn,
  TOOL_NAME,
  type ToolAnnotations,
  type ToolOptions,
} from '../../routes/declaration/route-declaration.js';
import { argumentsOf } from '../../routes/definition/parameter-definition.js';
import { optionFinding, type RouteOption, type RouteRule } from '../../routes/rule.js';
import type { DeclaredType } from '../../types/type.js';

/**
 * A route that states to be a tool returns one response and receives JSON. `McpModule` checks at startup what only it
 * knows: the routes that it includes, that names are unique, and a return type that the source does not state.
 */
const toolRule: RouteRule = ({ route, parameters }) => {
  const { tool } = route.options;
  if (tool === undefined || tool === false) return [];
  if (sendsEvents(statedReturn(route))) {
    return [optionFinding('RR1072', 'a response that ends', 'EventStream')];
  }
  const file = argumentsOf(parameters).find(
    (one) => one.file !== undefined && one.schema.required === true,
  );
  if (file !== undefined) {
    return [optionFinding('RR1072', 'arguments of JSON', `the required file ${file.name}`)];
  }
  const { name, annotations = {} }: ToolOptions = tool === true ? {} : tool;
  const wrong = Object.entries(annotations).find(([hint, value]) => !isHint(hint, value));
  if (wrong !== undefined) {
    const expected = `annotations: ${HINTS.join(', ')} as true or false`;
    return [optionFinding('RR1038', expected, wrong.map(String).join(': '))];
  }
  if (name === undefined || (typeof name === 'string' && TOOL_NAME.test(name))) return [];
  return [optionFinding('RR1070', '1 to 64 letters, digits, _ and -', JSON.stringify(name))];
};

const HINTS: readonly (keyof ToolAnnotations)[] = [
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
];

/** Plain JavaScript may state anything. */
function isHint(name: string, value: unknown): boolean {
  return HINTS.some((hint) => hint === name) && typeof value === 'boolean';
}

function sendsEvents(type: DeclaredType | undefined): boolean {
  if (type?.kind === 'union') return type.options.some(sendsEvents);
  return type?.kind === 'opaque' && type.text === 'EventStream';
}

/** `tool` of `@RestRoute`, which `McpModule` reads. */
export const toolOption: RouteOption = {
  name: 'tool',
  rule: toolRule,
  readsReturn: (tool) => tool !== undefined && tool !== false,
  describe: ({ options: { tool } }) => ({ tool: tool === true ? {} : tool }),
};
