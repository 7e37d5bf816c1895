package io.spillway.engines.hdfs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/**
 * A NameNode and a DataNode as one process. Argument: home folder. It prints {@code STARTED port}
 * when it answers, obeys {@link FileCommands} on its input and ends with the end of it.
 */
public final class ClusterProcess {
  private ClusterProcess() {}

  public static void main(String[] args) throws IOException {
    java.nio.file.Path home =
        Files.createDirectories(java.nio.file.Path.of(args[0]).toAbsolutePath());
    Configuration settings = new Configuration();
    settings.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, home.toString());
    settings.setInt("dfs.replication", 1);
    MiniDFSCluster cluster = new MiniDFSCluster.Builder(settings).numDataNodes(1).build();
    cluster.waitActive();
    DistributedFileSystem files = cluster.getFileSystem();
    // nobody but its owner writes there, unless a folder says so
    files.setPermission(new Path("/"), FsPermission.createImmutable((short) 0755));
    System.out.println("STARTED " + cluster.getNameNodePort());
    obey(new FileCommands(files));
    // nobody waits for an orderly end
    Runtime.getRuntime().halt(0);
  }

  private static void obey(FileCommands commands) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = lines.readLine()) != null; ) {
      String answer;
      try {
        answer = commands.obey(line.split("\t"));
      } catch (Exception e) {
        answer = "FAILED " + e;
      }
      System.out.println(answer.replace('\n', ' '));
    }
  }
}
