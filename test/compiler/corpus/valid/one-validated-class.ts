import { IsString } from 'class-validator';
import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

class CatDto {
  @IsString() meow!: string;
}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(@Param() cat: CatDto) {}
}

export const expected = {
  methods: {
    create: { parameters: [{ name: 'cat', type: { kind: 'class', name: 'CatDto' } }] },
  },
};

export const references = () => ({ CatDto });
