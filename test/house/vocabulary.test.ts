import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';
import { readSource, sourcesOf } from './library.js';
import { titlesIn } from './titles.js';

/** Words that the glossary (docs/glossary.md) replaces. */
const REPLACED =
  /\b(?:faults?|faulty|troubles?|refus(?:e|es|ed|ing|als?)|judg(?:e|es|ed|ing|ements?)|the host(?! (?:name|header))|nobody|somebody|mend(?:s|ed|ing)?|when asked|answer(?:s|ed|er|ers|ing)?|boot(?:s|ed|ing)?)\b/;

/** Phrases that the glossary replaces: "is no X" by "is not an X", and sentences whose subject is a "what" clause. */
const PHRASES =
  /(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer\b|other\b|more\b)|\b(?:as ever|of ours|may be that)\b|(?:\/\*\*|\/\/|^\s*\*) What [a-z]/;

/** Features that the library no longer has: a lock in the store, a command, a check, a page, an indicator. */
const GONE =
  /\bleases?\b|\bRestHealthIndicator\b|\bswagger-ui-dist\b|\bnestjs-rest-routes convert\b|\bquick[- ]checks?\b|\bobserved reads\b/i;

/** Words that have one meaning (docs/glossary.md), or none: where they may not be, in words that are in lower case. */
const ONE_MEANING: readonly OneMeaning[] = [
  { words: /\bpreset\b/, except: ['lib/schematics/nest-add/jest-configuration.ts'] }, // of Jest
  { words: /\b(?:told|said|rulings?|presented|presenters?|unfinished)\b/ },
  { words: /\binner\b/ },
  { words: /\bsides?\b/, isMeant: /\bclient[- ]side\b/ },
  { words: /\b(?:reply )?parts: (?:[a-z]+ )*(?:options|functions|context)\b/ },
  {
    words: /\bpresent\b/,
    isMeant: /\b(?:present if|(?:is|are|always) present)\b/,
  },
  {
    words: /\bshape[sd]?\b/,
    except: [
      'lib/schema/shapes/',
      'lib/features/contexts/',
      'lib/routes/declared-response.ts',
      'lib/routes/compile-route.ts',
      'lib/routes/route.ts',
      'lib/routes/route-description.ts',
      'lib/features/declared/',
    ],
  },
  {
    words: /\bverdicts?\b/,
    except: [
      'lib/lifecycle/permissions/',
      'lib/lifecycle/request-context.ts',
      'lib/lifecycle/steps/authorize.step.ts',
      'lib/features/calls/rest-calls.ts',
      'lib/nest/composition/reports.ts',
      'lib/features/plain/library-enhancers.ts',
    ],
  },
  {
    words:
      /\bplain (?:ones?|class|keys?|names?|numbers?|digits|values?|types?|date)\b|\b(?:is|read|parse) plain\b/,
    isMeant: /\b(?:is plain (?:data|objects?|requests?|routes?)|read plain decorators)\b/,
  },
];

/** Names without a word that says of what, or that mean something else. */
const NAMES =
  /\b(?:interface|class|type) (?:Place|Places|Side|Part|Parts|Told)\b(?! ?,)|\b(?:isLeft|whenLeft|LeftError|leavesOf|leavesErrors)\b|\bentry\.opened\b/;

interface OneMeaning {
  readonly words: RegExp;
  /** The meaning that the words may have on a line. */
  readonly isMeant?: RegExp;
  /** The folders and files in which they have this meaning. */
  readonly except?: readonly string[];
}

/** Public names that stay as they are. */
const PUBLIC: readonly { readonly names: RegExp; readonly reason: string }[] = [
  { names: /\btoRefuse\b/g, reason: 'a matcher of the testing kit' },
  { names: /\bsignature\.faults\b/g, reason: 'a field of the signature format' },
  { names: /\bfaults\??:/g, reason: 'a field of the signature format' },
  { names: /'refuse'|`refuse`/g, reason: 'a value of forRoot({ unknownArguments })' },
  { names: /'Refused'/g, reason: 'a component of OpenAPI documents' },
];

test('lib uses the words of the glossary', () => {
  const found = sourcesOf('lib').flatMap((path) =>
    readSource(path)
      .split('\n')
      .flatMap((text, index) => wordsIn(text).map((word) => `${path}:${index + 1} ${word}`)),
  );
  expect(found).toEqual([]);
});

test('lib uses a word of the glossary with its one meaning only', () => {
  const found = sourcesOf('lib').flatMap((path) =>
    readSource(path)
      .split('\n')
      .flatMap((text, index) =>
        otherMeanings(path, text).map((word) => `${path}:${index + 1} ${word}: ${text.trim()}`),
      ),
  );
  expect(found).toEqual([]);
});

test.each([
  ['  readonly presetHeader: string;', true],
  ['  readonly isPlain: boolean;', true],
  ['interface Place {', true],
  ['const inner = wrap(innerStep);', true],
  ['/** Present if it has a default, on a plain controller. */', false],
  ['interface TypePlace {', false],
  ['/** The client-side cache. */', false],
])('%s: a word with another meaning: %s', (line, isFound) => {
  expect(otherMeanings('lib/some.ts', line).length > 0).toBe(isFound);
});

test('lib and the documentation use none of the phrases that the glossary replaces', () => {
  const pages = readdirSync(join(REPOSITORY, 'docs')).filter((name) => name.endsWith('.md'));
  const prose = pages.filter((name) => name !== 'glossary.md').map((name) => `docs/${name}`);
  const found = [...sourcesOf('lib'), 'README.md', ...prose].flatMap((path) =>
    readSource(path)
      .split('\n')
      .flatMap((text, index) =>
        PHRASES.test(text) ? [`${path}:${index + 1} ${text.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});

test('nothing that users read names a feature that is gone', () => {
  const pages = readdirSync(join(REPOSITORY, 'docs')).filter((name) => name.endsWith('.md'));
  const read = [
    'README.md',
    'CHANGELOG.md',
    'package.json',
    ...pages.map((name) => `docs/${name}`),
  ];
  const found = [...sourcesOf('lib'), ...read].filter((path) => GONE.test(readSource(path)));
  expect(found).toEqual([]);
  expect(GONE.test('The process holds a lease in the store.')).toBe(true);
});

test('titles of tests use the words of the glossary', () => {
  const found = sourcesOf('test').flatMap((path) =>
    titlesIn(readSource(path)).flatMap(({ text, line }) =>
      wordsIn(text).map((word) => `${path}:${line} ${word}: ${text}`),
    ),
  );
  expect(found).toEqual([]);
});

test.each([
  ['/** What clients see. */', true],
  [' * This is no path.', true],
  ['a header of ours', true],
  [' * There is no path. It is no longer used.', false],
  ["const question = 'Which? What else?';", false],
])('%s: a phrase to replace: %s', (line, isFound) => {
  expect(PHRASES.test(line)).toBe(isFound);
});

test('a replaced word is found in prose and in identifiers, and public names are not', () => {
  expect(wordsIn('// A fault of the host.')).toEqual(['fault']);
  expect(wordsIn('const isRefusedByDefault = true;')).toEqual(['refused']);
  expect(wordsIn('the host header of the hostname; defaults; expect(x).toRefuse(400)')).toEqual([]);
});

/** The words of a line that do not have the meaning that the glossary gives them. */
function otherMeanings(path: string, line: string): readonly string[] {
  const text = lowerWords(line);
  const named = NAMES.exec(line) ?? [];
  const meant = ONE_MEANING.flatMap(({ words, isMeant, except = [] }) => {
    const [word] = words.exec(text) ?? [];
    const isElsewhere = !except.some((beginning) => path.startsWith(beginning));
    return word !== undefined && isElsewhere && isMeant?.test(text) !== true ? [word] : [];
  });
  return [...named, ...meant];
}

/** The words of a line, those of its names included, in lower case. */
function lowerWords(line: string): string {
  return line.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
}

/** The first replaced word of a line. */
function wordsIn(line: string): readonly string[] {
  const text = PUBLIC.reduce((rest, { names }) => rest.replaceAll(names, ''), line);
  const words = lowerWords(text);
  const [word] = REPLACED.exec(words) ?? [];
  return word === undefined ? [] : [word];
}
