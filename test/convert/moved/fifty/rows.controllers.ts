import { Controller, Get, Param, ParseIntPipe, Post } from '@nestjs/common';
import { CrudController, Listed, type Row } from './crud.controller.js';

@Controller('cats')
export class CatsController extends CrudController<Row> {
  protected readonly rows = [{ id: 1, name: 'Tom' }];

  @Get('names/all')
  names() {
    return this.rows.map(({ name }) => name);
  }

  @Post(':id/feed')
  feed(@Param('id', ParseIntPipe) id: number) {
    return { fed: this.one(id).name };
  }
}

interface Dog extends Row {
  readonly tricks: readonly string[];
}

@Controller('dogs')
export class DogsController extends CrudController<Dog> {
  protected readonly rows = [{ id: 1, name: 'Rex', tricks: ['sit'] }];

  @Get(':id/tricks')
  tricks(@Param('id', ParseIntPipe) id: number) {
    return this.one(id).tricks;
  }

  // Stays plain: an inherited handler would get its requests.
  @Get('best')
  best() {
    return { name: 'Rex' };
  }
}

@Controller('birds')
export class BirdsController extends CrudController<Row> {
  protected readonly rows = [];
}

const FISH = [{ id: 1, name: 'Wanda' }];

@Controller('fish')
export class FishController extends Listed(FISH) {
  @Get('count')
  count() {
    return { count: FISH.length };
  }
}
