/// <reference types="astro/client" />

declare module 'virtual:brand.css' {}
