import type { Placed } from '../../../openapi/contract/document.js';
import { FileValue, type ContractRequest } from '../../../openapi/contract/request.js';

export interface Call {
  readonly name: string;
  readonly request: ContractRequest;
}

export function program(
  head: string,
  calls: readonly Call[],
  expressions: readonly string[],
): string {
  const entries = calls.map(({ name }, at) => `  ${name}: read(await ${expressions[at] ?? ''}),`);
  return [
    head,
    'const results = {',
    ...entries,
    '};',
    'console.log(JSON.stringify(results));',
    '',
  ].join('\n');
}

export function camelCase(id: string): string {
  const name = id.replace(/[_-]+(\w)/g, (_, letter: string) => letter.toUpperCase());
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

export function isJson({ operation: { responses } }: Placed): boolean {
  return Object.entries(responses).some(
    ([status, response]) =>
      status.startsWith('2') &&
      (!('content' in response) || Object.hasOwn(response.content ?? {}, 'application/json')),
  );
}

/** A value as TypeScript writes it. */
export function literal(value: unknown, file?: string): string {
  if (value instanceof FileValue) {
    const { content, type } = value;
    return (
      file ??
      `new File([${JSON.stringify(content)}], 'file.bin', { type: ${JSON.stringify(type)} })`
    );
  }
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, file)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}: ${literal(one, file)}`,
  );
  return `{ ${entries.join(', ')} }`;
}
