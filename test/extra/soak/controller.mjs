// The methods of the application; the build of another version returns one property more.

const ITEMS_OF_A_PAGE = 10;

/** The items of a page of the list. */
export const pageOf = (page) =>
  Array.from({ length: ITEMS_OF_A_PAGE }, (_, at) => page * ITEMS_OF_A_PAGE + at);

/** `purgeTags` is that of `RestCache`, `respond` makes a `RestResponse`. */
export const controllerOf = ({ database, purgeTags, respond }) =>
  class SoakController {
    async one(id) {
      const version = await database('read', `item:${id}`);
      const link = `/soak/v1/categories/${id % 5}`;
      return respond({ id, version, build: 1 }).link('category', link, { embeddable: true });
    }
    async list(page) {
      const read = async (id) => ({ id, version: await database('read', `item:${id}`), build: 1 });
      return Promise.all(pageOf(page).map(read));
    }
    async category(id) {
      return { id, version: await database('read', `category:${id}`), build: 1 };
    }
    async mine({ user: { id } }) {
      return { user: id, version: await database('read', `mine:${id}`), build: 1 };
    }
    async admin() {
      return { isSecret: true, build: 1 };
    }
    async write(id, writer) {
      const version = await database('write', `item:${id}`, writer);
      return { version, isPurged: await purgeTags(`item-${id}`) };
    }
    async writeCategory(id, writer) {
      const version = await database('write', `category:${id}`, writer);
      return { version, isPurged: await purgeTags(`category-${id}`) };
    }
    async writeMine({ user: { id } }, writer) {
      const version = await database('write', `mine:${id}`, writer);
      return { version, isPurged: await purgeTags(`mine-${id}`) };
    }
    async upload(file) {
      return { size: file.size };
    }
  };
