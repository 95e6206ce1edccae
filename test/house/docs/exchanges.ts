import { readPage } from './pages.js';
import type { Example } from './examples.js';

/** A request of a page and the response that the page shows. */
export interface Exchange {
  readonly page: string;
  readonly line: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly status: number;
  /** The body as the page shows it; `…` stands for any text. */
  readonly shown: string;
  readonly shownHeaders: Readonly<Record<string, string>>;
}

export interface Received {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The exchanges between an application and the next application of its page, in their order. */
export function exchangesOf({ block }: Example): readonly Exchange[] {
  const { blocks } = readPage(block.page);
  const isNext = ({ language, text, line }: typeof block) =>
    language === 'ts' && line > block.line && /^export class AppModule /m.test(text);
  const end = blocks.find(isNext)?.line ?? Infinity;
  return blocks
    .filter(({ language, line }) => language === 'http' && line > block.line && line < end)
    .flatMap(({ page, line, text }) => parse(page, line, text));
}

function parse(page: string, first: number, text: string): readonly Exchange[] {
  let line = first;
  return text.split(/\n\n/).map((part) => {
    const at = line;
    line += part.split('\n').length + 1;
    return parseOne(page, at, part.trim().split('\n'));
  });
}

function parseOne(page: string, line: number, lines: readonly string[]): Exchange {
  const sent = lines.filter((text) => !/^(?:→|#)/.test(text));
  const [statusLine = '', ...shownHeaders] = lines
    .filter((text) => text.startsWith('→'))
    .map((text) => text.slice(1).trim());
  const [, method = '', path = ''] = /^([A-Z]+) (\/\S*)$/.exec(sent[0] ?? '') ?? [];
  const [, status = '', shown = ''] = /^(\d{3})(?: (.*))?$/.exec(statusLine) ?? [];
  if (method === '' || status === '')
    throw new Error(`${page}:${line} is no exchange: ${lines.join(' / ')}`);
  const body = sent.slice(1).find((text) => /^[{[]/.test(text));
  const headers = headersOf(sent.slice(1).filter((text) => !/^[{[]/.test(text)));
  return {
    page,
    line,
    method,
    path,
    body,
    status: Number(status),
    shown,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    shownHeaders: headersOf(shownHeaders),
  };
}

function headersOf(lines: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? [];
      return [name.toLowerCase(), value];
    }),
  );
}

/** Whether a text is what a page shows, `…` standing for any text. */
export function isAsShown(text: string, shown: string): boolean {
  const pieces = shown.split('…').map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${pieces.join('[\\s\\S]*')}$`).test(text);
}
