import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A fenced code block of a page. */
export interface Block {
  readonly page: string;
  /** The line of its first line of code. */
  readonly line: number;
  readonly language: string;
  /** What follows the language: `prelude=members`, or `unchecked="a reason"`. */
  readonly info: string;
  readonly text: string;
}

export interface Page {
  /** From the root: `docs/caching.md`. */
  readonly path: string;
  readonly text: string;
  /** The text without its code blocks; lines keep their numbers. */
  readonly prose: string;
  readonly blocks: readonly Block[];
}

const FENCE = /^```(\S*)[ \t]*(.*)\n([\s\S]*?)^```$/gm;

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

export function pageExists(path: string): boolean {
  return existsSync(join(ROOT, path));
}

export function readPage(path: string): Page {
  const text = readText(path);
  const blocks = [...text.matchAll(FENCE)].map(
    ([, language = '', info = '', code = ''], at): Block => ({
      page: path,
      line: text.slice(0, [...text.matchAll(FENCE)][at]?.index).split('\n').length + 1,
      language,
      info,
      text: code,
    }),
  );
  const prose = text.replaceAll(FENCE, (block) => block.replaceAll(/[^\n]/g, ''));
  return { path, text, prose, blocks };
}

/** The README and every page of `docs/`. */
export function allPages(): readonly Page[] {
  const names = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...names.toSorted().map((name) => `docs/${name}`)].map(readPage);
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf({ prose }: Page): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let n = 1; anchors.has(anchor); n++) anchor = `${slug}-${n}`;
    anchors.add(anchor);
  }
  return anchors;
}

export interface Link {
  readonly from: string;
  /** As it is written. */
  readonly target: string;
  /** From the root; the page itself for an anchor only. */
  readonly path: string;
  readonly anchor: string | undefined;
}

/** The relative links of a page. */
export function linksOf({ path, prose }: Page): readonly Link[] {
  const withoutCode = prose.replaceAll(/`[^`\n]*`/g, '');
  return [...withoutCode.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => {
      const [file = '', anchor] = target.split('#');
      const resolved = new URL(file === '' ? path : file, `file:///${path}`).pathname.slice(1);
      return { from: path, target, path: file === '' ? path : resolved, anchor };
    });
}
