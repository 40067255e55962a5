# One image for one machine and for many; docs/operations.md says what to set.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# The pages are built for one address.
ARG SITE_URL
# The folder of the brand, in this one.
ARG BRAND_DIR=src/content
# Packages that only the build needs go, and so does the copy of Node. Optional packages stay: sharp's native parts are such.
RUN SITE_URL=$SITE_URL BRAND_DIR=$BRAND_DIR npm run build && npm prune --omit=dev \
  && rm -r node_modules/node node_modules/.bin/node

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ARG BRAND_DIR=src/content
ENV NODE_ENV=production DEMO=off HOST=0.0.0.0 DATABASE_URL=file:/data/storefront.db \
  MALLOC_ARENA_MAX=1 BRAND_DIR=$BRAND_DIR
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# For the commands of `npm run admin` and `npm run import`.
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/src ./src
COPY --from=build /app/$BRAND_DIR ./$BRAND_DIR
RUN install -d -o node -m 700 /data
USER node
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4321/healthz/live').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.mjs"]
