/** The part of WordPress's packages that the tests use. */
export interface WordPress {
  /** Of the page: forgets everything, and calls the API below another root as another user. */
  connect(root: string, token: string | null): void;
  apiFetch<T = unknown>(options: {
    readonly path: string;
    readonly method?: string;
    readonly data?: object;
    readonly body?: unknown;
    readonly parse?: boolean;
  }): Promise<T>;
  dispatch(store: 'core'): CoreActions;
  resolveSelect(store: 'core'): Promised<CoreSelectors>;
  select(store: 'core'): CoreSelectors;
}

export interface Item {
  readonly id: number;
  readonly title: string;
  readonly kind: string;
  readonly price: number;
  readonly stock: number;
  readonly author: number;
  readonly _links?: Readonly<Record<string, readonly { readonly href: string }[]>>;
  readonly _embedded?: { readonly author?: readonly { readonly name: string }[] };
}

type Name = [kind: 'acme', name: 'item'];
type Action = 'create' | 'read' | 'update' | 'delete';
type Query = Readonly<Record<string, unknown>>;

interface CoreSelectors {
  getEntityRecord(...args: [...Name, id: number, query?: Query]): Item | undefined;
  getEntityRecords(...args: [...Name, query?: Query]): readonly Item[] | null;
  getEditedEntityRecord(...args: [...Name, id: number]): Item;
  getEntityRecordsTotalItems(...args: [...Name, query?: Query]): number | null;
  getEntityRecordsTotalPages(...args: [...Name, query?: Query]): number | null;
  getLastEntitySaveError(...args: [...Name, id?: number]): unknown;
  hasEditsForEntityRecord(...args: [...Name, id: number]): boolean;
  canUser(
    action: Action,
    resource: { kind: 'acme'; name: 'item'; id?: number },
  ): boolean | undefined;
}

interface Writes {
  saveEntityRecord(...args: [...Name, record: object, options?: object]): Promise<Item>;
  saveEditedEntityRecord(...args: [...Name, id: number, options?: object]): Promise<Item>;
  deleteEntityRecord(
    ...args: [...Name, id: number, query?: Query, options?: object]
  ): Promise<unknown>;
}

interface CoreActions extends Writes {
  editEntityRecord(...args: [...Name, id: number, edits: object]): void;
  __experimentalBatch(requests: readonly ((api: Writes) => Promise<unknown>)[]): Promise<unknown[]>;
}

type Promised<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;
};
