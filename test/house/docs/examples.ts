import { allPages, readText, type Block } from './pages.js';

/** A TypeScript block of a page, completed so that it can be compiled. */
export interface Example {
  readonly block: Block;
  /** `docs/caching.md:42`, for messages. */
  readonly place: string;
  /** The folder of its page and its file: `caching/example-42.ts`. */
  readonly file: string;
  readonly text: string;
  /** How many lines of the prelude come before the block. */
  readonly offset: number;
  /** Whether it is an application, which is built, started and sent requests. */
  readonly isApplication: boolean;
}

const PRELUDE = 'test/house/docs/prelude.ts';

/** Reasons why a block is not compiled, by its place. */
export function uncheckedBlocks(): ReadonlyMap<string, string> {
  return new Map(
    typescriptBlocks()
      .filter(({ info }) => info.startsWith('unchecked'))
      .map((block) => [placeOf(block), /^unchecked="(.*)"$/.exec(block.info)?.[1] ?? '']),
  );
}

/** Every TypeScript block that is compiled: a whole module, or a fragment at its place in the prelude. */
export function allExamples(): readonly Example[] {
  return typescriptBlocks()
    .filter(({ info }) => !info.startsWith('unchecked'))
    .map(exampleOf);
}

function typescriptBlocks(): readonly Block[] {
  return allPages().flatMap(({ blocks }) => blocks.filter(({ language }) => language === 'ts'));
}

function placeOf({ page, line }: Block): string {
  return `${page}:${line}`;
}

function exampleOf(block: Block): Example {
  const [, own] = /^\/\/ ([\w.-]+\.ts)\n/.exec(block.text) ?? [];
  const folder = block.page.replace(/^docs\//, '').replace(/\.md$/, '');
  const { text, offset } = completed(block);
  return {
    block,
    place: placeOf(block),
    file: `${folder.toLowerCase()}/${own ?? `example-${block.line}.ts`}`,
    text,
    offset,
    isApplication: /^export class AppModule /m.test(block.text),
  };
}

function completed(block: Block): { readonly text: string; readonly offset: number } {
  const [, prelude] = /^prelude=(\w+)$/.exec(block.info) ?? [];
  if (prelude === undefined) return { text: block.text, offset: 0 };
  const mark = new RegExp(
    `^[ \\t]*// A block with prelude=${prelude} replaces this line\\.\\n`,
    'm',
  );
  const [before = '', after] = readText(PRELUDE).split(mark);
  if (after === undefined) throw new Error(`${PRELUDE} has no place for prelude=${prelude}.`);
  return { text: `${before}${block.text}${after}`, offset: before.split('\n').length - 1 };
}
