/** Where class-validator keeps its rules, as far as it matters here. It is there once a class has rules. */
interface RuleStorage {
  readonly validationMetadatas?: unknown;
}

const STORAGE = 'classValidatorMetadataStorage';

/**
 * Those of some names that class-validator has a rule for, on any class. Looks at each rule once, and keeps
 * nothing: rules may be added at any time.
 */
export function knownProperties(names: ReadonlySet<string>): ReadonlySet<string> {
  const known = new Set<string>();
  for (const rules of allRules()) {
    for (const { propertyName } of rules) {
      if (names.has(propertyName)) known.add(propertyName);
    }
    if (known.size === names.size) break;
  }
  return known;
}

type Rules = readonly { readonly propertyName: string }[];

function allRules(): Iterable<Rules> {
  const storage = Reflect.get(globalThis, STORAGE) as RuleStorage | undefined;
  const rules = storage?.validationMetadatas;
  return rules instanceof Map ? (rules as Map<unknown, Rules>).values() : [];
}
