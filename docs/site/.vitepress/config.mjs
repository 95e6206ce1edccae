import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

const OWN = fileURLToPath(import.meta.url);

/** The site: the README is its first page. The ways through the pages there are its sidebar, and below them all pages. */
export default defineConfig({
  title: 'nestjs-rest-routes',
  srcDir: '../..',
  description: README.split('\n\n')[1],
  rewrites: { 'README.md': 'index.md' },
  srcExclude: ['!(docs)/**/*.md'],
  themeConfig: { sidebar: sidebar(), outline: [2, 3], search: { provider: 'local' } },
  markdown: { anchor: { slugify } },
  vite: {
    plugins: [
      { name: 'pages-of-the-repository', enforce: 'pre', transform: toFirstPage, resolveId },
    ],
  },
});

/** The ways of the README, `A new API:` and `- [Testing](docs/testing.md)`, and all pages. */
function sidebar() {
  const [, list = ''] = README.split('\n## Documentation\n');
  const ways = list.split(/^(?=[A-Z][\w ]*:$)/m).slice(1);
  const groups = ways.map((way) => ({
    text: way.slice(0, way.indexOf(':')),
    items: [...way.matchAll(/^- \[([^\]]+)\]\(([\w/-]+)\.md\)/gm)].map(([, text, path]) => ({
      text,
      link: `/${path}`,
    })),
  }));
  return [...groups, { text: 'All pages', collapsed: true, items: allPages() }];
}

function allPages() {
  const docs = new URL('../../', import.meta.url);
  const names = readdirSync(docs).filter((name) => name.endsWith('.md'));
  return names.map((name) => {
    const [, title] = /^# (.+)$/m.exec(readFileSync(new URL(name, docs), 'utf8'));
    return { text: title, link: `/docs/${name.slice(0, -'.md'.length)}` };
  });
}

/** As GitHub makes anchors of headings: links in the pages are followed there too. */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

function toFirstPage(code, id) {
  return id.endsWith('.md') ? code.replaceAll('](../README.md', '](../index.md') : null;
}

/** Pages outside of this folder do not find its packages; what renders them at the build runs in this folder. */
function resolveId(id, importer, { ssr }) {
  if (!/^vue(?:$|\/)/.test(id)) return null;
  return ssr ? { id, external: true } : this.resolve(id, OWN, { skipSelf: true });
}
