/** As a document of Mongoose, in memory. */
export class Document<Fields extends object> {
  readonly _id: string;
  readonly #fields: Fields;

  constructor(id: string, fields: Fields) {
    this._id = id;
    this.#fields = fields;
  }

  get id(): string {
    return this._id;
  }

  set(fields: Partial<Fields>): this {
    Object.assign(this.#fields, fields);
    return this;
  }

  toObject(): Fields {
    return { ...this.#fields };
  }

  toJSON(): Fields & { readonly _id: string; readonly __v: number } {
    return { ...this.#fields, _id: this._id, __v: 0 };
  }
}

/** Runs when `exec()` or `await` asks for it. */
export class Query<T> implements PromiseLike<T> {
  constructor(private readonly run: () => T) {}

  async exec(): Promise<T> {
    return this.run();
  }

  // oxlint-disable-next-line unicorn/no-thenable
  then<A = T, B = never>(
    onValue?: ((value: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): PromiseLike<A | B> {
    return this.exec().then(onValue, onError);
  }
}

export class Model<Fields extends object> {
  #documents: Document<Fields>[];

  constructor(fields: readonly Fields[]) {
    this.#documents = fields.map((one, at) => new Document(`${at + 1}`.padStart(24, '0'), one));
  }

  find(filter: Partial<Fields> = {}): Query<Document<Fields>[]> {
    return new Query(() =>
      this.#documents.filter((one) =>
        Object.entries(filter).every(
          ([name, value]) => (one.toObject() as Record<string, unknown>)[name] === value,
        ),
      ),
    );
  }

  findById(id: string): Query<Document<Fields> | null> {
    return new Query(() => {
      if (!/^[0-9a-f]{24}$/.test(id)) throw new TypeError(`Cast to ObjectId failed for ${id}`);
      return this.#documents.find(({ _id }) => _id === id) ?? null;
    });
  }

  async create(fields: Fields): Promise<Document<Fields>> {
    const made = new Document(`${this.#documents.length + 1}`.padStart(24, '0'), fields);
    this.#documents.push(made);
    return made;
  }

  findByIdAndUpdate(id: string, fields: Partial<Fields>): Query<Document<Fields> | null> {
    return new Query(() => this.#documents.find(({ _id }) => _id === id)?.set(fields) ?? null);
  }

  async deleteOne({ _id: id }: { readonly _id: string }): Promise<{ deletedCount: number }> {
    const before = this.#documents.length;
    this.#documents = this.#documents.filter(({ _id }) => _id !== id);
    return { deletedCount: before - this.#documents.length };
  }
}
