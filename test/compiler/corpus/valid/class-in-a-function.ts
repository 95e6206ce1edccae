import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

function make() {
  class Local {}
  @RestController('v1', '/subjects')
  class Subject {
    @RestRoute('', HttpMethod.Get, new PublicAccess())
    list(log: Local) {}
  }
  return { Local, Subject };
}

const made = make();
export const Subject = made.Subject;

export const expected = {
  methods: { list: { parameters: [{ name: 'log', type: { kind: 'class', name: 'Local' } }] } },
};

export const references = () => ({ Local: made.Local });
