// Follows every link of the built site, to pages, files and headings: npm run build --prefix docs/site. Ends with 1 if one
// leads nowhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SITE = fileURLToPath(new URL('.vitepress/dist', import.meta.url));
const pages = new Map(
  readdirSync(SITE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => [`/${name}`, readFileSync(join(SITE, name), 'utf8')]),
);
const ids = new Map(
  [...pages].map(([name, html]) => [
    name,
    new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
  ]),
);

let followed = 0;
const broken = [];
for (const [page, html] of pages) {
  for (const [, link] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
    if (/^(?:[a-z]+:|\/\/)/i.test(link)) continue;
    followed++;
    const { pathname, hash } = new URL(link.replaceAll('&amp;', '&'), `http://site${page}`);
    const path = pathname.endsWith('/') ? `${pathname}index.html` : decodeURI(pathname);
    const id = decodeURIComponent(hash.slice(1));
    const isThere = existsSync(join(SITE, path)) && (id === '' || ids.get(path)?.has(id) === true);
    if (!isThere) broken.push(`${page}: ${link}`);
  }
}
console.log(`${followed} links of ${pages.size} pages followed`);
if (pages.size < 30 || followed < 500) broken.push('The site is not complete.');
for (const one of broken) console.error(one);
process.exitCode = broken.length > 0 ? 1 : 0;
