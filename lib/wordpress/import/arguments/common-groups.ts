/** Arguments that occur together by WordPress's conventions, and that a person knows by one name. */
export interface CommonGroup {
  readonly name: string;
  /** The parameter that has it. */
  readonly parameter: string;
  readonly description: string;
  readonly members: readonly string[];
}

/** In the order in which methods take them. */
export const COMMON_GROUPS: readonly CommonGroup[] = [
  {
    name: 'Paging',
    parameter: 'paging',
    description: 'Which page of a list.',
    members: ['page', 'per_page'],
  },
  {
    name: 'IdFilter',
    parameter: 'ids',
    description: 'Only the items with these ids, and none of those.',
    members: ['include', 'exclude'],
  },
  {
    name: 'DateFilter',
    parameter: 'dates',
    description: 'Only what is dated after and before these moments.',
    members: ['after', 'before'],
  },
  {
    name: 'ModifiedFilter',
    parameter: 'modified',
    description: 'Only what was modified after and before these moments.',
    members: ['modified_after', 'modified_before'],
  },
];
