package io.spillway.job.config;

import io.spillway.event.TableFilter;
import io.spillway.job.config.ElasticsearchConfig.Compression;
import io.spillway.job.config.ElasticsearchConfig.Tls;
import io.spillway.policy.JobMatrix;
import io.spillway.search.OnDdl;
import io.spillway.search.WriterConfig.AtEnd;
import io.spillway.search.bulk.UnknownPolicy;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.DocumentConfig.LongIds;
import io.spillway.search.document.DocumentConfig.Naming;
import io.spillway.search.document.DocumentConfig.TableNames;
import io.spillway.search.document.DocumentConfig.Versioning;
import io.spillway.search.document.NameTemplate;
import io.spillway.search.document.ValuePolicy;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads section {@code elasticsearch}. */
final class ElasticsearchReader {
  private static final int MOST_ATTEMPTS = 1000;

  private ElasticsearchReader() {}

  static ElasticsearchConfig read(Section section) {
    try (section) {
      if (!section.has("hosts")) {
        section.fault("hosts", "is required, as [\"http://localhost:9200\"]");
      }
      ElasticsearchConfig config =
          new ElasticsearchConfig(
              hosts(section),
              section.value("index").text("{schema}.{table}"),
              section.value("id").text("{pk}"),
              section.value("version").choice(Versioning.COMMIT_TS),
              section.value("long-ids").choice(LongIds.HASH),
              values(section),
              section.value("user").text(""),
              section.value("password").secret(),
              section.value("api-key").secret(),
              tls(section.section("tls")),
              section.value("compression").choice(Compression.NONE),
              unknownAnswers(section.section("unknown-answers")),
              NewIndicesReader.read(section.section("new-indices")),
              BulkReader.read(section.section("bulk")),
              atEnd(section.section("at-end")),
              spoolQuota(section.section("spool")),
              new Naming(
                  section.value("tables-without-key").choice(Naming.DEFAULT.withoutKey()),
                  section.value("index-case").choice(Naming.DEFAULT.letterCase()),
                  names(section)),
              tables(section),
              section.value("timestamp-zone").isPresent()
                  ? Optional.of(section.value("timestamp-zone").zone("UTC"))
                  : Optional.empty(),
              new OnDdl(
                  section.value("on-truncate").choice(OnDdl.DEFAULT.truncate()),
                  section.value("on-drop").choice(OnDdl.DEFAULT.drop())));
      checkLogin(section, config);
      return config;
    }
  }

  private static List<TableNames> names(Section search) {
    NameTemplate index = template(search, "index", DocumentConfig.DEFAULT.index());
    NameTemplate id = template(search, "id", DocumentConfig.DEFAULT.id());
    List<TableNames> names = new ArrayList<>();
    for (Section section : search.sections("names")) {
      try (section) {
        if (!section.has("tables")) {
          section.fault("tables", "is required, as ['shop.*']");
        }
        if (!section.has("index") && !section.has("id")) {
          section.fault("index", "is missing, and so is id: one of the two has to differ from all");
        }
        names.add(
            new TableNames(
                TablesReader.filter(section, "tables"),
                template(section, "index", index),
                template(section, "id", id)));
      }
    }
    return names;
  }

  private static ValuePolicy values(Section section) {
    ValuePolicy policy = ValuePolicy.DEFAULT;
    return new ValuePolicy(
        section.value("json-columns").choice(policy.json()),
        policy.decimals(),
        section.value("zero-dates").choice(policy.zeroDates()),
        policy.notFinite(),
        policy.zone());
  }

  private static UnknownPolicy unknownAnswers(Section section) {
    try (section) {
      UnknownPolicy policy = UnknownPolicy.DEFAULT;
      UnknownPolicy.Action action = section.value("action").choice(policy.action());
      UnknownPolicy read =
          new UnknownPolicy(
              action, section.value("attempts").integer(policy.attempts(), 1, MOST_ATTEMPTS));
      String key = action == UnknownPolicy.Action.RETRY ? "action" : "attempts";
      JobMatrix.laxer(read.row()).ifPresent(why -> section.fault(key, why));
      return read;
    }
  }

  static Optional<TableFilter> tables(Section section) {
    TableFilter filter = TablesReader.filter(section, "tables");
    return section.has("tables") ? Optional.of(filter) : Optional.empty();
  }

  private static long spoolQuota(Section section) {
    try (section) {
      return section.value("quota").size("4 gb", "1 kb", "");
    }
  }

  private static AtEnd atEnd(Section section) {
    try (section) {
      return new AtEnd(
          section.value("index-wait").duration("1 min", "1 ms", "").toMillis(),
          section.value("engine-wait").duration("10 min", "1 ms", "").toMillis());
    }
  }

  private static NameTemplate template(Section section, String key, NameTemplate otherwise) {
    Value value = section.value(key);
    if (!value.isPresent()) {
      return otherwise;
    }
    String template = value.text("-");
    if (template.isBlank()) {
      section.fault(key, "is empty; leave the key out for its default");
      return otherwise;
    }
    try {
      return NameTemplate.parse(template);
    } catch (IllegalArgumentException e) {
      section.fault(key, "is no template, as {schema}.{table} or {pk}: " + e.getMessage());
      return otherwise;
    }
  }

  private static void checkLogin(Section section, ElasticsearchConfig config) {
    boolean byUser = !config.user().isEmpty();
    if (byUser && !config.apiKey().isEmpty()) {
      section.fault("api-key", "contradicts user; give one of the two");
    }
    if (!byUser && !config.password().isEmpty()) {
      section.fault("password", "is given without a user");
    }
    if (byUser && config.password().isEmpty() && section.sound("password")) {
      section.fault("user", "is given without a password");
    }
  }

  private static List<URI> hosts(Section section) {
    List<URI> hosts = new ArrayList<>();
    for (Value value : section.values("hosts")) {
      if (!value.isPresent()) {
        continue;
      }
      Optional<URI> host = host(value.text(""));
      host.ifPresentOrElse(
          hosts::add,
          () ->
              value.fault(
                  "is not a host (as https://search:9200; user and password have their own keys)"));
    }
    return hosts;
  }

  private static Optional<URI> host(String text) {
    try {
      URI uri = new URI(text);
      if (uri.isOpaque()) {
        // as search:9200, which reads like a scheme with something behind it
        return Optional.empty();
      }
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean plain =
          uri.getRawUserInfo() == null
              && uri.getRawQuery() == null
              && uri.getRawFragment() == null
              && (uri.getRawPath().isEmpty() || uri.getRawPath().equals("/"));
      return web && plain && uri.getHost() != null
          ? Optional.of(
              new URI(uri.getScheme(), null, uri.getHost(), uri.getPort(), "", null, null))
          : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static Tls tls(Section section) {
    try (section) {
      Value ca = section.value("ca");
      Value keystore = section.value("keystore");
      Secret password = section.value("keystore-password").secret();
      if (keystore.isPresent() == password.isEmpty()
          && section.sound("keystore", "keystore-password")) {
        section.fault(
            keystore.isPresent() ? "keystore" : "keystore-password",
            "needs the other one of keystore and keystore-password");
      }
      return new Tls(
          ca.text("").isEmpty() ? Optional.empty() : ca.uri(),
          section.value("verify").flag(true),
          keystore.text("").isEmpty() ? Optional.empty() : keystore.uri(),
          password);
    }
  }
}
