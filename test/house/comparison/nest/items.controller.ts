import { CACHE_MANAGER, CacheInterceptor, CacheTTL, type Cache } from '@nestjs/cache-manager';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Put,
  Query,
  Res,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import {
  ApiBadRequestResponse,
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { ItemsService, type Item } from '../items.js';
import { CapabilitiesGuard, RequireCapability } from './capabilities.guard.js';
import { CreateItemDto, ItemDto, ListItemsDto, UpdateItemDto } from './items.dto.js';

@Controller('api/acme/v1/items')
@UseGuards(CapabilitiesGuard)
export class ItemsController {
  constructor(
    private readonly items: ItemsService,
    private readonly adapterHost: HttpAdapterHost,
    @Inject(CACHE_MANAGER) private readonly cache: Cache,
  ) {}

  @Get()
  @UseInterceptors(CacheInterceptor)
  @CacheTTL(60_000)
  @ApiOperation({ summary: 'Lists items.' })
  @ApiOkResponse({ type: [ItemDto] })
  @ApiBadRequestResponse()
  list(
    @Query() { page, per_page, kind, search }: ListItemsDto,
    @Res({ passthrough: true }) response: unknown,
  ): readonly Item[] {
    const found = this.items.find(kind, search);
    const { httpAdapter } = this.adapterHost;
    httpAdapter.setHeader(response, 'X-WP-Total', String(found.length));
    httpAdapter.setHeader(response, 'X-WP-TotalPages', String(Math.ceil(found.length / per_page)));
    return found.slice((page - 1) * per_page, page * per_page);
  }

  @Get(':id')
  @ApiOperation({ summary: 'One item.' })
  @ApiOkResponse({ type: ItemDto })
  @ApiNotFoundResponse()
  one(@Param('id', ParseIntPipe) id: number): Item {
    const item = this.items.one(id);
    if (item === undefined) throw new NotFoundException(`No item ${id}.`);
    return item;
  }

  @Post()
  @RequireCapability('edit_items')
  @ApiBearerAuth()
  @ApiOperation({ summary: 'Creates an item.' })
  @ApiCreatedResponse({ type: ItemDto })
  @ApiBadRequestResponse()
  @ApiUnauthorizedResponse()
  @ApiForbiddenResponse()
  async create(@Body() { title, kind, parts }: CreateItemDto): Promise<Item> {
    const item = this.items.create(title, kind, parts);
    await this.cache.clear();
    return item;
  }

  @Put(':id')
  @RequireCapability('edit_items')
  @ApiBearerAuth()
  @ApiOperation({ summary: 'Renames an item.' })
  @ApiOkResponse({ type: ItemDto })
  @ApiBadRequestResponse()
  @ApiUnauthorizedResponse()
  @ApiForbiddenResponse()
  @ApiNotFoundResponse()
  async update(
    @Param('id', ParseIntPipe) id: number,
    @Body() { title }: UpdateItemDto,
  ): Promise<Item> {
    const item = this.items.update(this.one(id), title);
    await this.cache.clear();
    return item;
  }

  @Delete(':id')
  @HttpCode(204)
  @RequireCapability('delete_items')
  @ApiBearerAuth()
  @ApiOperation({ summary: 'Removes an item.' })
  @ApiNoContentResponse()
  @ApiUnauthorizedResponse()
  @ApiForbiddenResponse()
  @ApiNotFoundResponse()
  async remove(@Param('id', ParseIntPipe) id: number): Promise<void> {
    this.items.remove(this.one(id).id);
    await this.cache.clear();
  }
}
