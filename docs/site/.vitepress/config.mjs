import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

const OWN = fileURLToPath(import.meta.url);

/** The site: the README is its first page, and the list of pages there is its sidebar. */
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

/** The groups of the README's list of pages: `Start:`, and `- [Glossary](docs/glossary.md)`. */
function sidebar() {
  const [, list = ''] = README.split('\n## Documentation\n');
  const groups = list.split(/^(?=[A-Z][\w ]*:$)/m).slice(1);
  return groups.map((group) => ({
    text: group.slice(0, group.indexOf(':')),
    items: [...group.matchAll(/\[([^\]]+)\]\(([\w/-]+)\.md\)/g)].map(([, text, path]) => ({
      text: text[0].toUpperCase() + text.slice(1),
      link: `/${path}`,
    })),
  }));
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
